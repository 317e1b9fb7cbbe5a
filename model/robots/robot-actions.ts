import { boolean, string } from '../kit/fields.ts'
import { defineAction, sidOf } from '../kit/action.ts'

export const replayMessage = defineAction({
  model: 'robot_message',
  name: 'replay',
  zh: '再次发送这条消息',
  en: 'Send the message again',
  body: { sid: sidOf('robot_message') },
  answer: { record: 'robot_message' },
  permission: 'get',
  also: { chat_robot: 'update' },
  on: 'record',
})

export const testRobot = defineAction({
  model: 'chat_robot',
  name: 'test',
  zh: '向群里发一条测试消息，说明结果',
  en: 'Send a test message to the group, and say what came of it',
  body: { sid: sidOf('chat_robot') },
  answer: { works: boolean('可用', 'Works'), says: string('结果', 'Result', { max: 255 }) },
  permission: 'update',
  on: 'record',
})
