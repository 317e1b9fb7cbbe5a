import { type Context, type Draft, lockKey } from '../context.ts'
import { keepWording, readLanguages, readWording } from './wording.ts'

/** What the tenant's further languages call a view or a statistic is of its former name, and goes when it is given another. */
export async function forgetFurtherNames(ctx: Context, kind: 'view' | 'statistic', drafts: readonly Draft[]) {
  const isRenamed = ({ before, row }: Draft) => before && (before.name !== row.name || before.name_en !== row.name_en)
  const gone = new Set(drafts.filter(isRenamed).flatMap(({ before }) => (before?.code ? [`${kind}:${String(before.code)}`] : [])))
  if (gone.size === 0) return
  for (const { code: language } of await readLanguages(ctx)) {
    await lockKey(ctx, `i18n.${language}`)
    const words = Object.entries(await readWording(ctx, language))
    const left = words.filter(([key]) => !gone.has(key))
    if (left.length < words.length) await keepWording(ctx, language, Object.fromEntries(left))
  }
}
