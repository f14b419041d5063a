package dev.reeve.simulation.planted;

/**
 * The evidence of a planted bug.
 *
 * @param worlds how many were looked at until then, this one included
 * @param breach what the judge objected to first
 */
record Found(long seed, int worlds, String breach) {}
