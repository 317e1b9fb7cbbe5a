import { type Words, wordIn } from '../../../../model/kit/fields.ts'
import type { Model } from '../../../../model/kit/model.ts'
import type { Warned } from '../../../../model/kit/wire/wire.ts'
import { refuse } from '../../../errors.ts'
import { fieldOf, nameOf } from '../../registry.ts'
import type { Context, Draft, RowValues } from '../../context.ts'

/** `asks`: the write waits until the caller has confirmed the code; otherwise it is only reported. */
type Given = { code: string; field?: string; words: Words; asks?: boolean }

/** Adds a warning: a value that may be a mistake, which only a person can decide. */
export function warnAt(model: Model, draft: Draft, { code, field = '', words, asks = false }: Given) {
  const label: Words = [fieldOf(model, field)?.zh ?? '', fieldOf(model, field)?.en ?? '']
  draft.warnings.push({ code, field, label, words, asks })
}

/** Stops a write with unconfirmed warnings; the others are returned with the response. Internal writes are not stopped. */
export function settleWarnings(ctx: Context, model: Model, drafts: readonly Draft[]) {
  if (drafts.some(({ faults }) => faults.length > 0)) return // faults are reported first
  const { confirmed } = ctx
  const open = drafts.flatMap((draft) =>
    draft.warnings.filter(({ code, asks }) => asks && confirmed && !confirmed.has(code)).map((warning) => wireOf(ctx, model, drafts, draft, warning)),
  )
  if (open.length > 0) refuse('unconfirmed', { count: open.length }, { warnings: open.slice(0, MAX_TOLD) })
  for (const draft of drafts) for (const warning of draft.warnings) ctx.warnings?.push(lineOf(ctx, wireOf(ctx, model, drafts, draft, warning)))
}

/** A warning found while checking the drafts: it is reported and never stops the write. */
export function warnLate(ctx: Context, model: Model, drafts: readonly Draft[], draft: Draft, given: Given) {
  warnAt(model, draft, given)
  const warning = draft.warnings.at(-1)
  if (warning) ctx.warnings?.push(lineOf(ctx, wireOf(ctx, model, drafts, draft, warning)))
}

const MAX_TOLD = 100

/** In a batch, each warning names its record. */
function wireOf(
  { lang }: Context,
  model: Model,
  drafts: readonly Draft[],
  { row }: Draft,
  { code, field, label, words }: Draft['warnings'][number],
): Warned {
  const own = wordIn(label, lang)
  const name = drafts.length > 1 ? nameOf(model, row, lang) : ''
  return { code, field, label: [name, own].filter(Boolean).join(' '), reason: wordIn(words, lang) }
}

const lineOf = ({ lang }: Context, { label, reason }: Warned) => (label ? `${label}${lang === 'zh' ? '：' : ': '}${reason}` : reason)

/**
 * `confirm` in a body names the warnings that a person has seen; an empty list means: stop at any warning. The browser always
 * sends it; a program that does not gets the warnings with the response. The rest of the body belongs to the write.
 */
export function takeConfirmed<T extends RowValues>(ctx: Context, body: T): { rest: Omit<T, 'confirm'>; confirmed: ReadonlySet<string> | undefined } {
  const { confirm, ...rest } = body
  if (confirm === undefined) return { rest, confirmed: ctx.said === 'web' ? new Set() : undefined }
  if (!Array.isArray(confirm) || confirm.some((code) => typeof code !== 'string'))
    refuse('bad_request', { why_zh: 'confirm 应为提醒代码的列表', why_en: 'confirm must be a list of warning codes' })
  return { rest, confirmed: new Set(confirm.map(String)) }
}
