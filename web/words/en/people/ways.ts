import type { waysZh } from '../../zh/people/ways.ts'

export const waysEn: Record<keyof typeof waysZh, string> = {
  'second.code': 'Code',
  'second.codeHelp': 'Six digits of your authenticator app, or a recovery code',
  'second.back': 'Begin again',
  'code.instead': 'Log in with a code',
  'code.password': 'Log in with the password',
  'code.by': 'How the code is sent',
  'code.byMail': 'By e-mail',
  'code.byMobile': 'By text message',
  'code.email': 'E-mail',
  'code.mobile': 'Mobile',
  'code.code': 'Code',
  'code.send': 'Send code',
  'code.resend': 'Send again',
  'code.again': 'Send again in {{seconds}} s',
  'code.sentMail': 'If one account has this e-mail, a code is on its way. It is valid for {{minutes}} minutes.',
  'code.sentMobile': 'If one account has this mobile, and it is proven, a code is on its way. It is valid for {{minutes}} minutes.',
  'code.risk':
    'Only a number that you have proven under “Personal information” signs in. Text messages can be intercepted or diverted; a passkey or an authenticator app is safer.',
  'passkey.use': 'Log in with a passkey',
  'passkey.second': 'The first step is done. A role of yours requires a second one: confirm with your passkey.',
  'passkey.cancelled': 'Cancelled, or this device has no passkey for it',
  'passkey.already': 'This device has a passkey of this account already',
  'code.other': 'Other',
}
