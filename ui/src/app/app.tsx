import { Providers } from './providers';

/** The whole app. */
export function App() {
  return <Providers>{null}</Providers>;
}
