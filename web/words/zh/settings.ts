import { lookZh } from './appearance.ts'
import { layoutsZh } from './layouts.ts'
import { packsZh } from './packs.ts'
import { shapingZh } from './shaping.ts'
import { webhooksZh } from './webhooks.ts'
/** Words of the settings of an installation: signing in, mail, people from outside, text messages. */
export const settingsZh = {
  ...layoutsZh,
  ...lookZh,
  ...packsZh,
  ...shapingZh,
  ...webhooksZh,
  'signIn.title': '登录设置',
  'signIn.text':
    '密码的要求和登录方式，对所有账号生效，仅系统管理员可以修改。常见密码、形近字符的密码和由账号名构成的密码始终不能使用；首次登录始终须修改密码。',
  'signIn.providers': '单点登录的身份提供方',
  'signIn.links': '已关联的身份',
  'mail.title': '发信设置',
  'mail.text': '系统发信所用的邮箱，例如找回密码的邮件。仅系统管理员可以查看和修改。',
  'mail.kept': '已设置；留空则不变',
  'mail.test': '发送测试邮件',
  'mail.testTo': '测试邮件的收件地址',
  'mail.testSent': '测试邮件已发出',
  'mail.saveFirst': '请先保存修改',
  'sms.title': '短信发件箱',
  'sms.only': '未接入短信网关：登录验证码只显示在这里，请确认本人身份后转告。',
  'sms.text': '看到验证码的人可以用它登录。仅系统管理员可以查看，每次查看都记入审计日志；短信加密保存，一天后删除。',
  'sms.refresh': '刷新',
  'sms.none': '最近一天没有短信',
  'sms.at': '时间',
  'sms.to': '手机号',
  'sms.message': '内容',
  'hr.title': '人事同步',
  'hr.text':
    '人事系统或身份提供方通过 SCIM 2.0 维护人员和部门：新建人员并开通账号、修改信息、停用离职人员的账号。所用令牌的权限决定它能改什么。停用不会丢失案件和期限，须交接时会通知管理员。',
  'hr.address': '提供给人事系统的地址：',
  'hr.all': '全部记录',
  'hr.latest': '最近的变更',
  'hr.noCaller': '还没有人事系统的变更。请用有人员权限的账号新建个人访问令牌，填入人事系统',
  'hr.token': '令牌',
  'hr.owner': '令牌所属人',
  'hr.none': '没有变更',
  'hr.at': '时间',
  'hr.who': '对象',
  'hr.action': '动作',
  'hr.result': '结果',
  'hr.changes': '原值与新值',
  'hr.each': '全部',
  'hr.open': '已开通',
  'hr.closed': '已关闭',
} as const
