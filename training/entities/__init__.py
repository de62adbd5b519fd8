"""How the model of coreference is learned and evaluated."""
