/** Whether long tests run in full size, as in `./scripts/test full`. Otherwise they run in a reduced size. */
export const isFull = process.env.E2E_FULL === '1';
