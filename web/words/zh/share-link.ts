/** Of the page that a shared link opens, for people without an account. */
export const shareLinkZh = {
  'link.title': '共享内容',
  'link.by': '由 {{name}} 共享',
  'link.until': '有效期至 {{date}}',
  'link.password': '此链接需要密码',
  'link.passwordLabel': '密码',
  'link.open': '打开',
  'link.over': '共享链接无效或已失效，请向共享人索取新的链接',
  'link.documents': '文件',
  'link.noDocuments': '没有共享文件',
  'link.name': '文件名',
  'link.type': '类型',
  'link.issued': '发文日',
  'link.download': '下载',
  'link.noDownload': '此链接只能查看，不能下载文件。',
  'link.logged': '访问时间和网络地址会被记录。',
} as const
