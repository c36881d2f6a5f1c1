import { use, useEffect, useState } from 'react';
import { type ChannelStatus, type ChannelUpdate, initialChannelStatus } from '@/data/channels/channel';
import { ChannelLog } from '@/data/channels/channel-log';
import { LiveContext } from '@/data/live/live-state';

/** Opens a channel while the component is mounted. Remount the component for another channel. */
export function useChannel(name: string, isPrivate: boolean) {
  const { channels } = use(LiveContext);
  const [log] = useState(() => new ChannelLog());
  const [status, setStatus] = useState<ChannelStatus>(initialChannelStatus);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    // Messages of the time between two joins are lost.
    let isInGap = false;
    let wasJoined = false;
    const receive = (update: ChannelUpdate) => {
      if (update.kind === 'message') {
        log.addMessage(update.message);
        return;
      }
      setStatus(update.status);
      const isJoined = update.status.phase === 'joined';
      if (isJoined && isInGap) log.addGap(Date.now());
      isInGap = !isJoined && wasJoined;
      wasJoined ||= isJoined;
    };
    return channels.open({ name, isPrivate, attempt }, receive);
  }, [channels, log, name, isPrivate, attempt]);
  useEffect(() => () => log.close(), [log]);
  return {
    log,
    status,
    retry: () => {
      setStatus(initialChannelStatus);
      setAttempt((current) => current + 1);
    },
    send: (event: string, payload: unknown) => channels.send(name, event, payload),
  };
}
