import { useParams } from 'react-router'
import { EditScreen } from '../records/form/form-screen.tsx'
import { useDateQuestion } from './dates/date-changes.tsx'
import { WaitingValues } from './dates/waiting-values.tsx'

/** The form of a record of any model; a case of any right asks before a change of dates. */
export function EditRecord() {
  const { model = '' } = useParams()
  const beforeSave = useDateQuestion(model)
  return (
    <WaitingValues model={model}>
      <EditScreen own={{ beforeSave }} />
    </WaitingValues>
  )
}
