declare module '*.module.css' {
  const classes: { readonly [name: string]: string };
  export default classes;
}

declare module '*.css';

declare module '@fontsource-variable/inter';

/** The address of a worker's bundle; ui/build.mjs makes it. */
declare module '*?worker&url' {
  const url: string;
  export default url;
}
