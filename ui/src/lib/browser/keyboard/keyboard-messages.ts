/** The labels of keys on a Mac and on other devices. A translation is one more file that satisfies `typeof keyLabels`. */
export const keyLabels: Record<string, [mac: string, other: string]> = {
  mod: ['⌘', 'Ctrl'],
  shift: ['⇧', 'Shift'],
  alt: ['⌥', 'Alt'],
  enter: ['↵', 'Enter'],
  escape: ['Esc', 'Esc'],
  backspace: ['⌫', 'Backspace'],
  delete: ['Del', 'Del'],
  space: ['Space', 'Space'],
  home: ['Home', 'Home'],
  end: ['End', 'End'],
  arrowup: ['↑', '↑'],
  arrowdown: ['↓', '↓'],
  arrowleft: ['←', '←'],
  arrowright: ['→', '→'],
};
