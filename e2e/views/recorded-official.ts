// oxlint-disable import/no-unassigned-import -- each of them runs, in this order
import 'casement/view/recorder'
import './log-recording.ts'
import './probe-official.ts'
