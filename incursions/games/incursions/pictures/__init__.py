"""The faces of pieces: described once as plain values, in millimetres, and drawn by two pens. Knows no Django."""
