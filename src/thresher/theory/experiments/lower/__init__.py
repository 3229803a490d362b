"""Lower bounds at work: adversaries against every learner."""
