import { type Editors, OwnEditors } from '../fields/own-editors.ts'
import { EditScreen, NewScreen } from '../records/form/form-screen.tsx'
import type { FormOwn } from '../records/form/record-form.tsx'
import { EventsEditor } from './events-editor.tsx'

const MODEL = 'webhook'
const OWN: FormOwn = { structured: ['events'] }
const EDITORS: Editors = { events: EventsEditor }

export const NewWebhook = () => (
  <OwnEditors.Provider value={EDITORS}>
    <NewScreen model={MODEL} own={OWN} />
  </OwnEditors.Provider>
)

export const EditWebhook = () => (
  <OwnEditors.Provider value={EDITORS}>
    <EditScreen model={MODEL} own={OWN} />
  </OwnEditors.Provider>
)
