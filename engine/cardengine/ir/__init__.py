"""The intermediate representation of compiled games: nodes, builder, values, memory layout, verifier and passes."""
