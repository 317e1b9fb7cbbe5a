import type { shareLinkZh } from '../zh/share-link.ts'

export const shareLinkEn: Record<keyof typeof shareLinkZh, string> = {
  'link.title': 'Shared with you',
  'link.by': 'Shared by {{name}}',
  'link.until': 'Valid until {{date}}',
  'link.password': 'This link needs a password',
  'link.passwordLabel': 'Password',
  'link.open': 'Open',
  'link.over': 'The shared link is not valid, or no longer so: ask whoever shared it for another',
  'link.documents': 'Documents',
  'link.noDocuments': 'No documents are shared',
  'link.name': 'File name',
  'link.type': 'Type',
  'link.issued': 'Issued',
  'link.download': 'Download',
  'link.view': 'View',
  'link.page': 'Page {{page}}',
  'link.next': 'Next page',
  'link.back': 'Previous page',
  'link.noPage': 'There is no further page, or this file has no preview.',
  'link.noDownload': 'This link shows documents as pictures; they cannot be downloaded.',
  'link.logged': 'The time and the address of your visit are recorded.',
}
