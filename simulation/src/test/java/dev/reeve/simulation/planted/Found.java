package dev.reeve.simulation.planted;

/**
 * What gave a planted bug away.
 *
 * @param worlds how many were looked at until then, this one included
 * @param breach what the judge objected to first
 */
record Found(long seed, int worlds, String breach) {}
