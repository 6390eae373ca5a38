import * as fc from 'fast-check'

// The same cases in every run: a red test should mean that something has changed, not that the dice fell otherwise. Others are tried
// with CASEMENT_SEED=$RANDOM.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['CASEMENT_SEED'] ?? 20_260_126) })

/** fast-check, with dice that always fall the same. */
export { fc }
