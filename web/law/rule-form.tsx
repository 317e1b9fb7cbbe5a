import { EditScreen } from '../records/form-screen.tsx'
import { useImpactQuestion } from './impact.tsx'
import './law.css'

/** A rule being changed; what the change moves is told before it is saved. */
export function EditRule() {
  const beforeSave = useImpactQuestion()
  return <EditScreen model="deadline_rule" own={{ beforeSave }} />
}
