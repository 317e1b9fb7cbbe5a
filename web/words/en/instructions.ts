import type { instructionsZh } from '../zh/instructions.ts'

export const instructionsEn: Record<keyof typeof instructionsZh, string> = {
  'instruction.new': 'New instruction to the agency',
  'instruction.none': 'No instruction to the agency',
  'instruction.noneHint':
    'After an instruction is sent, the agency acknowledges it and submits drafts here; versions and comments of both sides are kept',
  'instruction.to': 'Agency',
  'instruction.reviewer': 'Reviewer',
  'instruction.draftDue': 'Draft due on',
  'instruction.fileDue': 'To be filed by',
  'instruction.documents': 'Documents sent:',
  'instruction.item': 'Item',
  'instruction.state': 'State',
  'instruction.remark': 'Note',
  'instruction.rounds': 'Exchange',
  'instruction.versions': 'Versions and differences',
  'instruction.write': 'Write to the other side',
  'instruction.tell': 'Send the message',
  'instruction.submit': 'Submit a draft',
  'instruction.submitted': 'The draft was submitted',
  'instruction.nextVersion': 'Uploaded as a new version of “{{name}}”',
  'instruction.firstDraft': 'The first draft; revised ones are uploaded as its new versions',
  'instruction.choose': 'Choose a file',
  'instruction.comment': 'For the reviewer (optional)',
  'instruction.rule': 'Agencies file accepted drafts only',
  'instruction.ruleHelp':
    'When on, an agency that was instructed to file does so only after its draft was accepted; people of the company and cases without an instruction are not held',
}
