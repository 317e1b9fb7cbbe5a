import { boolean, datetime, integer, link, option, options, string } from '../kit/fields.ts'
import { defineModel, type Row } from '../kit/model.ts'
import { OPEN_TOPICS } from '../settings/notifications/notice-topics.ts'

/** Messages that fail one after the other until the product switches the robot off. */
export const MAX_FAILURES = 20

export const ROBOTS = { DINGTALK: ['钉钉', 'DingTalk'], WECOM: ['企业微信', 'WeCom'], FEISHU: ['飞书', 'Feishu'] } as const
export type RobotKind = keyof typeof ROBOTS

/** A robot in a group of a messenger; it receives the notifications of the people of a company or department. */
export const chat_robot = defineModel({
  name: 'chat_robot',
  zh: '群机器人',
  en: 'Group robot',
  display: ['name'],
  refuses: {
    import: ['群机器人须逐个设置', 'Group robots are set up one by one'],
    transition: ['群机器人没有状态流转', 'Group robots have no transitions'],
  },
  fields: {
    name: string('名称', 'Name', { required: true, unique: 'company', searchable: true, list: true, max: 100 }),
    kind: option('平台', 'Messenger', ROBOTS, { required: true, searchable: true, list: true, immutable: true }),
    token: string('机器人令牌', 'Token of the robot', {
      required: true,
      secret: true,
      verbatim: true,
      max: 500,
      help: [
        '机器人的 Webhook 地址，或其中的 access_token、key、最后一段；保存后不再显示',
        'The webhook address of the robot, or the access_token, key or last part of it; it is never shown again',
      ],
    }),
    sign_secret: string('加签密钥', 'Signing secret', {
      secret: true,
      verbatim: true,
      max: 200,
      applies_to: { kind: ['DINGTALK', 'FEISHU'] },
      help: ['机器人安全设置选择“加签/签名校验”时填写', 'Where the robot is set to check signatures'],
    }),
    gateway: string('网关地址', 'Gateway', {
      max: 300,
      verbatim: true,
      pattern: '^https?://[^\\s#@?]+$',
      pattern_says: ['应为 https:// 开头的地址', 'must be an address that begins with https://'],
      help: ['留空即平台的公网地址；专有部署填写其接口地址', 'Empty for the public service; for a private deployment the address of its interface'],
    }),
    department_sid: link('部门', 'Department', {
      to: 'department',
      searchable: true,
      list: true,
      help: [
        '留空则为全公司；包含下级部门。群成员会看到这些消息的标题',
        'Empty for the whole company; departments below are included. Members of the group see the titles of these notices',
      ],
    }),
    topics: options('消息类别', 'Topics', { required: true, options: OPEN_TOPICS, list: true }),
    language: option('语言', 'Language', { zh: ['中文', 'Chinese'], en: ['英文', 'English'] }, { required: true, default: 'zh' }),
    is_on: boolean('启用', 'Switched on', { searchable: true, list: true, default: true }),
    failures: integer('连续失败次数', 'Failures in a row', { computed: true, list: true }),
    reason: string('故障', 'Fault', { computed: true, list: true, max: 255 }),
    reason_en: string('英文故障', 'Fault in English', { computed: true, max: 255 }),
    switched_off_at: datetime('自动停用时间', 'Switched off by the product', { computed: true }),
    last_success_at: datetime('上次成功', 'Last success', { computed: true, list: true }),
  },
})

export type ChatRobot = Row<typeof chat_robot>
