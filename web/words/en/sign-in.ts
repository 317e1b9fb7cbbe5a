import type { signInZh } from '../zh/sign-in.ts'

export const signInEn: Record<keyof typeof signInZh, string> = {
  'signIn.title': 'Sign-in settings',
  'signIn.text':
    'Rules of passwords and ways to sign in. They hold for every account; only administrators change them. Common passwords, also with look-alike characters, and passwords made of the account name are always refused, and the first sign-in always asks for a new password.',
  'mail.title': 'Outgoing mail',
  'mail.text': 'The mailbox from which the system sends, such as mails for forgotten passwords. Only administrators see and change it.',
  'mail.kept': 'Set; leave empty to keep it',
  'mail.test': 'Send test mail',
  'mail.testTo': 'Send the test mail to',
  'mail.testSent': 'The test mail was sent',
  'mail.saveFirst': 'Save the changes first',
  'sessions.title': 'Signed-in devices',
  'sessions.text': 'The browsers in which you are signed in. End those that you do not know, and change your password.',
  'sessions.none': 'Not signed in anywhere',
  'sessions.device': 'Browser',
  'sessions.current': 'This session',
  'sessions.address': 'Network address',
  'sessions.since': 'Signed in',
  'sessions.end': 'End',
  'sessions.endOne': 'End the session in {{device}}',
  'sessions.endText': 'That browser is logged out at once; unsaved changes there are lost.',
  'sessions.endOthers': 'End all other sessions',
  'sessions.endedOthers': '{{count}} {{count|session|sessions}} ended',
}
