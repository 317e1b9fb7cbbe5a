import { defineAction, sidOf } from './action.ts'
import { json, option, text } from './fields.ts'

/** The fields of a model with `publishing`. Others see `published`; the record itself is the draft. */
export const PUBLISHING_FIELDS = {
  status: option(
    '发布状态',
    'Publish status',
    {
      UNPUBLISHED: ['未发布', 'Unpublished'],
      PUBLISHED: ['已发布', 'Published'],
      UPDATED: ['已更新未发布', 'Updated, not published'],
      PUBLISH_FAILED: ['发布失败', 'Publish failed'],
    },
    { renamed_from: 'publish_status', computed: true, default: 'UNPUBLISHED', list: true, searchable: true },
  ),
  published: json('已发布内容', 'Published', { computed: true, exportable: false }),
  publish_fault: text('发布失败原因', 'Reason of the failed publication', { computed: true, importable: false }),
} as const

/** The publication actions of a record. */
export const PUBLICATION_ACTS = ['publish', 'revert', 'unpublish'] as const
export type PublicationAct = (typeof PUBLICATION_ACTS)[number]

/** Publishing a failed one again is the retry. */
export function publicationActs({ status, published }: Readonly<Record<string, unknown>>): PublicationAct[] {
  const isOut = (published ?? null) !== null
  return [
    ...(status === 'PUBLISHED' ? [] : (['publish'] as const)),
    ...(isOut && status !== 'PUBLISHED' ? (['revert'] as const) : []),
    ...(isOut ? (['unpublish'] as const) : []),
  ]
}

const publicationAction = <const N extends PublicationAct>(model: string, name: N, zh: string, en: string) =>
  defineAction({ model, name, zh, en, body: { sid: sidOf(model) }, rest: 'sid', answer: { record: model }, permission: 'update', on: 'record' })

/** The actions on each record of a published model. */
export const publicationActions = (model: string) => [
  publicationAction(model, 'publish', '发布', 'Publish'),
  publicationAction(model, 'revert', '恢复为已发布的内容', 'Revert to the published content'),
  publicationAction(model, 'unpublish', '取消发布', 'Unpublish'),
]
