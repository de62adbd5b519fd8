"""How roles and links are trained, validated and evaluated."""
