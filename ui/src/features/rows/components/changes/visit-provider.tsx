import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Visit } from '../../api/visit';
import { VisitContext } from './visit-context';

/** Keeps what a person changes, above the pages: one can undo on another page, and come back to what waits. */
export function VisitProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [visit] = useState(() => new Visit(client));
  return <VisitContext value={visit}>{children}</VisitContext>;
}
