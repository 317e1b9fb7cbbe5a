import { lookEn } from './appearance.ts'
import { layoutsEn } from './layouts.ts'
import { packsEn } from './packs.ts'
import { shapingEn } from './shaping.ts'
import { webhooksEn } from './webhooks.ts'
import type { settingsZh } from '../zh/settings.ts'

export const settingsEn: Record<keyof typeof settingsZh, string> = {
  ...layoutsEn,
  ...lookEn,
  ...packsEn,
  ...shapingEn,
  ...webhooksEn,
  'signIn.title': 'Sign-in settings',
  'signIn.text':
    'Rules of passwords and ways to sign in. They hold for every account; only administrators change them. Common passwords, also with look-alike characters, and passwords made of the account name are always refused, and the first sign-in always asks for a new password.',
  'signIn.providers': 'Identity providers of single sign-on',
  'provider.addresses': 'To be entered at the provider',
  'provider.redirect': 'Redirect (callback) address',
  'provider.afterSignOut': 'Address after sign-out',
  'provider.metadata': 'Metadata of this system',
  'signIn.links': 'Linked identities',
  'mail.title': 'Outgoing mail',
  'mail.text': 'The mailbox from which the system sends, such as mails for forgotten passwords. Only administrators see and change it.',
  'mail.kept': 'Set; leave empty to keep it',
  'mail.test': 'Send test mail',
  'mail.testTo': 'Send the test mail to',
  'mail.testSent': 'The test mail was sent',
  'mail.saveFirst': 'Save the changes first',
  'registers.title': 'Patent offices',
  'registers.text':
    'European cases are compared with the register of the European Patent Office (Open Patent Services, OPS), US cases with that of the USPTO (Open Data Portal, ODP). What a register says is listed under Patent sync, where people take it over or keep their own. Only administrators see and change this page.',
  'registers.office': 'Office',
  'registers.test': 'Test the sign-in',
  'registers.accepted': 'The office accepts the key',
  'bi.title': 'BI tools',
  'bi.text':
    'Metabase, Power BI, psql and the like read views through a read-only role of the database. Only people with this permission see and change it; every change made here is in the change log and the audit log.',
  'bi.access': 'Access',
  'bi.since': 'since {{at}}',
  'bi.shows':
    'The views have the figures of cases, deadlines, fees, payment lists, invoices and budgets, with the names of owners and inventors. Cases marked confidential, trade secrets, disclosures, contracts, accounts, numbers of identity, documents and mails are not in them.',
  'bi.known': 'I know that whoever has the password reads these data of all companies, whatever their role in the system',
  'bi.create': 'Give access',
  'bi.complete': 'Make what is missing',
  'bi.renew': 'Change the password',
  'bi.renewText': 'The password of before no longer works, and the connections made with it are ended. The new one is shown once.',
  'bi.withdraw': 'Withdraw access',
  'bi.withdrawText': 'The connections of BI tools are ended, the views and the role dropped. Access that is given again has a new password.',
  'bi.once': 'Copy the password now: it is shown only once',
  'bi.done.create': 'Access is given',
  'bi.done.completed': 'Completed; the role keeps its password',
  'bi.done.renew': 'The password is changed',
  'bi.done.withdraw': 'Access is withdrawn',
  'bi.way': 'Way {{no}}',
  'bi.incomplete':
    'Some views could not be made, or the role is gone or may not log in: tools read nothing for now. Make what is missing, or wait for the next start.',
  'bi.left':
    'The role {{role}} may not log in any more. It owns or may read something else in the database and was not dropped. Its administrator can run, in psql:',
  'bi.leftTheirs':
    'The role {{role}} was made by the administrator of the database: it is used once access is given, and they keep its password. Ask them to drop it if it is not needed.',
  'bi.theirs':
    'The role {{role}} was made by the administrator of the database, who keeps and changes its password, and drops it after a withdrawal.',
  'sms.title': 'Outbox of text messages',
  'sms.only': 'No text-message gateway is connected: sign-in codes are shown here alone. Make sure who is asking before you pass one on.',
  'sms.text':
    'Whoever sees a code can sign in with it. Only administrators read this page, and each reading is in the audit log. Messages are stored encrypted and deleted after a day.',
  'sms.refresh': 'Refresh',
  'sms.none': 'No text messages in the last day',
  'sms.at': 'Time',
  'sms.to': 'Mobile',
  'sms.message': 'Text',
  'hr.title': 'HR synchronisation',
  'hr.text':
    'An HR system or identity provider keeps people and departments through SCIM 2.0: it enters people and opens their accounts, changes them, and closes the accounts of leavers. The permissions of its token decide what it may change. Closing loses no case or deadline; administrators are notified when a handover is due.',
  'hr.address': 'Address for the HR system:',
  'hr.all': 'All changes',
  'hr.latest': 'Latest changes',
  'hr.noCaller':
    'No HR system has changed anything yet. Create a personal access token with an account that may change people, and enter it in the HR system',
  'hr.token': 'Token',
  'hr.owner': 'Owner of the token',
  'hr.none': 'No changes',
  'hr.at': 'Time',
  'hr.who': 'Subject',
  'hr.action': 'Action',
  'hr.result': 'Result',
  'hr.changes': 'Before and after',
  'hr.each': 'All',
  'hr.open': 'Open',
  'hr.closed': 'Closed',
}
