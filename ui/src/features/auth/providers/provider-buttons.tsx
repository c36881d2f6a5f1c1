import { Button } from '@/components/controls/button';
import { optionalComponent } from '@/lib/browser/loading/lazy-loading';
import styles from './provider-buttons.module.css';
import type { ProviderLogoProps } from './provider-logo';
import { providerMessages as messages } from './provider-messages';

// Loaded separately, because most workspaces have no providers.
const ProviderLogo = optionalComponent<ProviderLogoProps>(
  async () => (await import('./provider-logo')).ProviderLogo,
  <span className={styles.logo} />,
);

/** Up to this number of providers, each has a line of its own. */
const maxLines = 4;

export interface ProviderButtonsProps {
  providers: readonly string[];
  onChoose: (provider: string) => void;
}

/** A button per provider. */
export function ProviderButtons({ providers, onChoose }: ProviderButtonsProps) {
  return (
    <ul
      className={styles.providers}
      aria-label={messages.providers}
      data-layout={providers.length > maxLines ? 'grid' : 'lines'}
    >
      {providers.map((provider) => {
        const name = messages.name(provider);
        return (
          <li key={provider}>
            <Button
              size="lg"
              icon={<ProviderLogo provider={provider} />}
              aria-label={messages.continueWith(name)}
              onClick={() => onChoose(provider)}
            >
              {providers.length > maxLines ? name : messages.continueWith(name)}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
