import { UserAddOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { openAccounts } from '../../model/auth/accounts/user-actions.ts'
import { allows } from '../api/allows.ts'
import { useSchema } from '../api/api.ts'
import type { BatchOwnProps, ListOwn } from '../records/list/list-own.ts'
import { ModelList } from '../records/list/list.tsx'
import { PageSkeleton } from '../ui/page/page-skeleton.tsx'
import { useWords } from '../words/language.ts'
import { dialogOnRequest } from '../ui/on-request.tsx'

const OpenAccounts = dialogOnRequest(async () => (await import('./open-accounts.tsx')).OpenAccounts)

/** The people; the selected ones, or all results, get their accounts together. */
export function PeopleList() {
  const { data: schema } = useSchema('user_info')
  return schema ? <ModelList schema={schema} own={OWN} /> : <PageSkeleton />
}

const OWN: ListOwn = { Batch: ToAccounts }

/** A list without any condition; the server takes an empty query for a missing one. */
const EVERYBODY = 'ORDER BY name'

function ToAccounts({ sids, iql, onDone }: BatchOwnProps) {
  const { t } = useWords()
  const { data: users } = useSchema('user')
  const [isOpening, setOpening] = useState(false)
  if (!users || !allows(users, openAccounts.name)) return null
  return (
    <>
      <Button size="small" icon={<UserAddOutlined />} onClick={() => setOpening(true)}>
        {t('accounts.open')}
      </Button>
      {isOpening && (
        <OpenAccounts
          people={iql === undefined ? { sids: [...sids] } : { iql: iql || EVERYBODY }}
          onClose={() => setOpening(false)}
          onDone={onDone}
        />
      )}
    </>
  )
}
