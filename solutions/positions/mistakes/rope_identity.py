"""Print the result for the same vector at two positions."""

FAILS = (
    "rope_matches_formula",
    "rope_uses_base",
    "rope_leaves_position_zero",
    "rope_keeps_lengths",
    "rope_score_depends_on_offset",
    "rope_tells_offsets_apart",
    "rope_calls_are_independent",
    "rope_any_leading_axes",
    "rope_keeps_shape_and_dtype",
    "rope_leaves_input_alone",
    "rope_gradients",
    "rope_long_sequences",
    "rope_any_memory_layout",
)
USELESS = "positions make no difference"


def rope(x, base=10000.0):
    return x.clone()  # fault: nothing turns
