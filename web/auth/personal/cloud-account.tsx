import { useMutation, useQuery } from '@tanstack/react-query'
import { App, Button, Descriptions, Popconfirm, Spin } from 'antd'
import { bindCloudAccount, readCloudAccount, readCloudAccountMore, unbindCloudAccount } from '../../../model/auth/single-sign-on/cloud-routes.ts'
import type { AnswerOf } from '../../../model/kit/action.ts'
import { ask } from '../../api/call.ts'
import { changeSession } from '../../api/tokens.ts'
import { timeText, useZone } from '../../fields/moments.ts'
import { useWords } from '../../words/language.ts'
import { dropPresented, keptPresented } from '../sign-in/cloud.ts'

/** The account of the cloud that signs in to one's own account here. */
export function CloudAccount() {
  const { t, tag } = useWords()
  const { message } = App.useApp()
  const { data, refetch } = useQuery({
    queryKey: ['cloud', 'account'],
    queryFn: async () => ({ ...(await ask(readCloudAccount, {})), ...(await ask(readCloudAccountMore, {})) }),
  })
  const zone = useZone()
  const presented = keptPresented()
  const take = async (session: AnswerOf<typeof bindCloudAccount>, says: string) => {
    dropPresented()
    changeSession(session)
    await refetch()
    message.success(says)
  }
  const bind = useMutation({
    mutationFn: () => ask(bindCloudAccount, {}, { query: presented ?? {} }),
    onSuccess: (session) => take(session, t('cloud.nowBound')),
  })
  const unbind = useMutation({ mutationFn: () => ask(unbindCloudAccount, {}), onSuccess: (session) => take(session, t('cloud.nowUnbound')) })
  if (!data) return <Spin />
  if (!data.bound)
    return (
      <>
        <p className="quiet">{t(presented ? 'cloud.mayBind' : 'cloud.howToBind')}</p>
        {presented && (
          <Button type="primary" loading={bind.isPending} onClick={() => bind.mutate()}>
            {t('cloud.bind')}
          </Button>
        )}
      </>
    )
  const items = [
    { key: 'provider', label: t('cloud.provider'), children: data.provider },
    { key: 'subject', label: t('cloud.subject'), children: data.subject },
    { key: 'since', label: t('cloud.since'), children: data.since && timeText(data.since, tag, zone) },
    { key: 'last', label: t('cloud.last'), children: data.last_used_at && timeText(data.last_used_at, tag, zone) },
  ]
  return (
    <>
      <Descriptions column={1} items={items} />
      <Popconfirm title={t('cloud.unbindText')} okText={t('cloud.unbind')} cancelText={t('cancel')} onConfirm={() => unbind.mutate()}>
        <Button danger loading={unbind.isPending}>
          {t('cloud.unbind')}
        </Button>
      </Popconfirm>
    </>
  )
}
