import { audit } from '../auth/audit/audit.ts'
import { addTurn } from '../auth/limits/limits.ts'
import { both, refuse } from '../errors.ts'
import { readFields } from '../records/actions.ts'
import { CASE_TOOLS } from './cases.ts'
import { readDocumentText } from './documents.ts'
import { FIGURE_TOOLS } from './figures.ts'
import type { Asking, Facts, Tool } from './tool.ts'

export const TOOLS: readonly Tool[] = [...CASE_TOOLS, readDocumentText, ...FIGURE_TOOLS]

/** Calls of tools in five minutes, of one person. */
const MAX_CALLS = 3000
/** Maximum characters of an answer; the assistant must narrow a larger query. */
const LARGEST = 400_000

/** Runs a tool as the owner of the token, and writes down which one was used on what. */
export async function runTool(asking: Asking, name: string, given: Record<string, unknown>): Promise<Facts> {
  const { ctx, request } = asking
  const tool = TOOLS.find((one) => one.name === name)
  if (!tool) return refuse('bad_request', both('why', [`没有工具“${name.slice(0, 60)}”`, `there is no tool “${name.slice(0, 60)}”`]))
  await addTurn(asking.tenant, `assistant ${ctx.actor.user_sid}`, MAX_CALLS)
  const { found, ...about } = await tool.run(asking, readFields(ctx, tool.args, given))
  if (JSON.stringify(found).length > LARGEST)
    refuse('bad_request', both('why', ['结果太大，请缩小范围', 'the answer is too large; narrow the question']))
  await audit(request, 'ASSISTED', { user: ctx.actor.user_sid, ...about, details: { tool: name } })
  return found
}
