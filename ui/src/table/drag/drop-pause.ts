let isPaused = false;

/**
 * Pauses hover cards after a drop until the pointer moves: the drop leaves the pointer on a card that the user did not
 * point at.
 */
export function pauseHoverAfterDrop(): void {
  isPaused = true;
  window.addEventListener('pointermove', () => (isPaused = false), { once: true, capture: true });
}

/** Whether the pointer did not move since the last drop. */
export function isHoverPaused(): boolean {
  return isPaused;
}
