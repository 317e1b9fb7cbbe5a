import { json, option, text } from './fields.ts'

/** What a model with `publishing` carries. Others see `published`; the record itself is the draft. */
export const PUBLISHING_FIELDS = {
  status: option(
    '发布状态',
    'Publish status',
    {
      UNPUBLISHED: ['未发布', 'Unpublished'],
      PUBLISHED: ['已发布', 'Published'],
      UPDATED: ['已更新未发布', 'Updated, not released'],
      PUBLISH_FAILED: ['发布失败', 'Publish failed'],
    },
    { renamed_from: 'publish_status', computed: true, default: 'UNPUBLISHED', list: true, searchable: true },
  ),
  published: json('已发布内容', 'Published', { computed: true, exportable: false }),
  publish_fault: text('发布失败原因', 'Why it was not published', { computed: true, importable: false }),
} as const

/** What may be done with the publication of a record. */
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
