import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import { SHARE_RIGHTS } from '../../../model/sharing/share-level.ts'
import { sharedWithMe } from '../../../model/sharing/share-actions.ts'
import { wordIn, type Words } from '../../../model/kit/fields.ts'
import { act } from '../../api/api.ts'
import { useWords } from '../../words/language.ts'

export const useSharedWithMe = () =>
  useQuery({ queryKey: ['share', 'mine'], queryFn: () => act(sharedWithMe, {}), staleTime: 60_000, meta: { faults: 'own' } })

const RIGHTS: Readonly<Record<string, Words>> = SHARE_RIGHTS
export const rightText = (right: string, lang: 'zh' | 'en') => wordIn(RIGHTS[right] ?? [right, right], lang)

/** The person who shared a case with this person, and the rights. */
export function SharedBy({ sid }: { sid: string }) {
  const { t, lang } = useWords()
  const shares = useSharedWithMe().data?.record.filter((one) => one.case_sid === sid && one.document_sid === null) ?? []
  return shares.map((share) => (
    <Alert key={share.sid} type="info" showIcon banner title={t('share.banner', { name: share.sharer, right: rightText(share.right, lang) })} />
  ))
}
