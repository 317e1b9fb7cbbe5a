import type { signInZh } from '../zh/sign-in.ts'

export const signInEn: Record<keyof typeof signInZh, string> = {
  'signIn.title': 'Sign-in settings',
  'signIn.text':
    'Rules of passwords and ways to sign in. They hold for every account; only administrators change them. Common passwords, also with look-alike characters, and passwords made of the account name are always refused, and the first sign-in always asks for a new password.',
}
