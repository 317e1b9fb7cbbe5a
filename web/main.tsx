import { createRoot } from 'react-dom/client'
import { Frame } from './frame.tsx'
import { chosenLanguage, speak } from './words/language.ts'
import './layout/page.css'

// Addresses under /_app_/ belong to others; this client leaves them alone.
if (!location.pathname.startsWith('/innoe-web/_app_/')) {
  await speak(chosenLanguage())
  const root = document.querySelector('#root')
  if (root) createRoot(root).render(<Frame />)
}
