/** Loaded after the first paint: drag and layout animations need all of it. */
export { domMax as default } from 'framer-motion';
