export const signInZh = {
  'signIn.title': '登录设置',
  'signIn.text':
    '密码的要求和登录方式，对所有账号生效，仅系统管理员可以修改。常见密码、形近字符的密码和由账号名构成的密码始终不能使用；首次登录始终须修改密码。',
} as const
