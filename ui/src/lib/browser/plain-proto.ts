// Makes `__proto__` an ordinary property name, because a column can have it: the accessor of objects would ignore a value
// that is assigned to it, or take it for a prototype.
Reflect.deleteProperty(Object.prototype, '__proto__');
