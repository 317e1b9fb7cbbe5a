import { OwnEditors } from '../../fields/own-editors.ts'
import { EditScreen, NewScreen } from '../../records/form/form-screen.tsx'
import type { FormOwn } from '../../records/form/record-form.tsx'
import { EDITORS } from './steps/editors.ts'
import '../approval.css'

const MODEL = 'approval_process'
const OWN: FormOwn = { structured: ['levels', 'graph'] }

export const NewProcess = () => (
  <OwnEditors.Provider value={EDITORS}>
    <NewScreen model={MODEL} own={OWN} />
  </OwnEditors.Provider>
)

export const EditProcess = () => (
  <OwnEditors.Provider value={EDITORS}>
    <EditScreen model={MODEL} own={OWN} />
  </OwnEditors.Provider>
)
