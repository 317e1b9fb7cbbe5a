import { facts } from '../kit/action.ts'
import { string } from '../kit/fields.ts'
import { defineRoute } from '../kit/wire/route.ts'

export const ASSISTANTS = '/innoe-webapi/mcp'

const ID = { type: ['string', 'integer', 'null'] }

/** The Model Context Protocol over Streamable HTTP: each call is answered at once, with JSON; no state is kept between calls. */
export const assistantCall = defineRoute({
  method: 'POST',
  url: ASSISTANTS,
  tag: 'assistants',
  zh: 'AI 助手接口（MCP，JSON-RPC 2.0）：只读',
  en: 'AI assistants: the Model Context Protocol, a message of JSON-RPC 2.0; reading only',
  body: {
    jsonrpc: string('协议', 'Protocol', { required: true, max: 3 }),
    id: facts<unknown>('编号', 'ID', ID),
    method: string('方法', 'Method', { max: 100 }),
    params: facts<Record<string, unknown>>('参数', 'Parameters', { type: 'object' }),
    result: facts<unknown>('结果', 'Result', {}),
    error: facts<unknown>('错误', 'Error', {}),
  },
  answer: { file: 'application/json', leaves: 'nothing' },
  permission: 'person',
})
