/**
 * Ten stories of real trade. Their definitions are in the directories of this module, one for each story; its tests play
 * them in virtual time.
 */
@NullMarked
package dev.reeve.example.stories;

import org.jspecify.annotations.NullMarked;
