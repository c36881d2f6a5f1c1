/**
 * react-data-grid calls `map` and `toArray` on what generators give. Safari has
 * them since 18.4 and Firefox since 131; the app runs on older ones too.
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
