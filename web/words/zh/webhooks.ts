export const webhooksZh = {
  'webhook.title': '事件',
  'robot.test': '发送测试消息',
  'webhook.test': '推送测试事件',
  'webhook.tested': '测试事件已进入队列，结果见“推送”',
  'webhook.deliveries': '推送',
  'webhook.none': '还没有推送',
  'webhook.replay': '再次推送',
  'webhook.replayed': '已进入队列',
  'webhook.choose': '选择对象和变更',
} as const
