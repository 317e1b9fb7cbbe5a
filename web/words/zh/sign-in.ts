export const signInZh = {
  'signIn.title': '登录设置',
  'signIn.text':
    '密码的要求和登录方式，对所有账号生效，仅系统管理员可以修改。常见密码、形近字符的密码和由账号名构成的密码始终不能使用；首次登录始终须修改密码。',
  'mail.title': '发信设置',
  'mail.text': '系统发信所用的邮箱，例如找回密码的邮件。仅系统管理员可以查看和修改。',
  'mail.kept': '已设置；留空则不变',
  'mail.test': '发送测试邮件',
  'mail.testTo': '测试邮件的收件地址',
  'mail.testSent': '测试邮件已发出',
  'mail.saveFirst': '请先保存修改',
} as const
