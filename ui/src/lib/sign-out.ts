type Guard = () => Promise<boolean>;

let guard: Guard | undefined;

/** Has a function asked before anybody signs out; it answers whether to. Answers how to stop. */
export function guardSignOut(next: Guard): () => void {
  guard = next;
  return () => {
    if (guard === next) guard = undefined;
  };
}

/** Whether there is nothing to lose, or the person said that they want to go all the same. */
export async function maySignOut(): Promise<boolean> {
  return (await guard?.()) ?? true;
}
