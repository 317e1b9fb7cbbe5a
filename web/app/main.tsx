import { createRoot } from 'react-dom/client'
import { Frame } from './theme-provider.tsx'
import { speakAsChosen } from '../words/language.ts'
import { showCutText } from './cut-text.ts'
import { keepFocus } from './kept-focus.ts'
import { leaveByTab } from './left-by-tab.ts'
import '../ui/page/page.css'

// Other applications use the addresses under /_app_/.
if (!location.pathname.startsWith('/innoe-web/_app_/')) {
  showCutText()
  keepFocus()
  leaveByTab()
  await speakAsChosen()
  const root = document.querySelector('#root')
  if (root) createRoot(root).render(<Frame />)
}
