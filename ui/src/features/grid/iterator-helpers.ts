/**
 * Polyfills `map` and `toArray` of iterators, which react-data-grid calls on generators. The app also supports browsers
 * without them: Safari before 18.4 and Firefox before 131.
 */
const iterators: object = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));

const helpers = {
  *map(this: Iterable<unknown>, change: (item: unknown, index: number) => unknown) {
    let index = 0;
    for (const item of this) yield change(item, index++);
  },
  toArray(this: Iterable<unknown>) {
    return [...this];
  },
};

for (const [name, value] of Object.entries(helpers)) {
  if (!(name in iterators))
    Object.defineProperty(iterators, name, { value, writable: true, configurable: true });
}

export {};
