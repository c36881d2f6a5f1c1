import type { Factor } from '@/lib/api.gen';

/**
 * Whether the app can ask for a code of a factor. Another app can have added a phone number or a security key. These need
 * other steps: the auth service sends a new code to the phone with each challenge (supabase/auth, internal/api/mfa.go).
 */
export const isUsableFactor = ({ status, type }: Factor): boolean => status === 'verified' && type === 'totp';
