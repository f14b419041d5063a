# Completes the commands and options of reeve in bash. Written by 'reeve completion bash'.
_reeve() {
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= values= i
  # bash takes --option=value for three words
  if [[ $word == = ]]; then
    word=
  elif [[ $previous == = ]]; then
    previous=${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command ${COMP_WORDS[i]}" in
      ' list' | ' show' | ' explain' | ' inbox' | ' nodes' | ' export' | ' verify' | ' retry' | ' resolve' | ' skip' | ' probe' | ' signal' | ' pause' | ' resume' | ' cancel' | ' compensate' | ' rerun' | ' move' | ' bulk' | ' validate' | ' graph' | ' deploy' | ' undeploy' | ' check' | ' dev' | ' server' | ' config' | ' key' | ' key create' | ' key list' | ' key remove' | ' service' | ' service list' | ' service changes' | ' service pause' | ' service resume' | ' schedule' | ' schedule list' | ' schedule changes' | ' schedule pause' | ' schedule resume' | ' schedule delete' | ' message' | ' message list' | ' message redeliver' | ' completion') command="$command ${COMP_WORDS[i]}" ;;
      *) break ;;
    esac
  done
  case "$command $previous" in
    ' list --store' | ' list --jdbc' | ' list --schema' | ' list --user' | ' list --password' | ' list --namespace' | ' list --workflow' | ' list --label' | ' list --limit' | ' list --after' | ' show --store' | ' show --jdbc' | ' show --schema' | ' show --user' | ' show --password' | ' show --namespace' | ' explain --store' | ' explain --jdbc' | ' explain --schema' | ' explain --user' | ' explain --password' | ' explain --namespace' | ' explain --step' | ' inbox --store' | ' inbox --jdbc' | ' inbox --schema' | ' inbox --user' | ' inbox --password' | ' inbox --namespace' | ' inbox --limit' | ' nodes --store' | ' nodes --jdbc' | ' nodes --schema' | ' nodes --user' | ' nodes --password' | ' nodes --namespace' | ' export --store' | ' export --jdbc' | ' export --schema' | ' export --user' | ' export --password' | ' export --namespace' | ' export --workflow' | ' export --label' | ' export --from' | ' export --before' | ' export --out' | ' verify --store' | ' verify --jdbc' | ' verify --schema' | ' verify --user' | ' verify --password' | ' verify --namespace' | ' verify --after-restore' | ' retry --store' | ' retry --jdbc' | ' retry --schema' | ' retry --user' | ' retry --password' | ' retry --namespace' | ' retry --by' | ' retry --reason' | ' retry --input' | ' resolve --store' | ' resolve --jdbc' | ' resolve --schema' | ' resolve --user' | ' resolve --password' | ' resolve --namespace' | ' resolve --by' | ' resolve --reason' | ' resolve --output' | ' skip --store' | ' skip --jdbc' | ' skip --schema' | ' skip --user' | ' skip --password' | ' skip --namespace' | ' skip --by' | ' skip --reason' | ' probe --store' | ' probe --jdbc' | ' probe --schema' | ' probe --user' | ' probe --password' | ' probe --namespace' | ' probe --by' | ' probe --reason' | ' signal --store' | ' signal --jdbc' | ' signal --schema' | ' signal --user' | ' signal --password' | ' signal --namespace' | ' signal --by' | ' signal --data' | ' signal --id' | ' pause --store' | ' pause --jdbc' | ' pause --schema' | ' pause --user' | ' pause --password' | ' pause --namespace' | ' pause --by' | ' pause --reason' | ' resume --store' | ' resume --jdbc' | ' resume --schema' | ' resume --user' | ' resume --password' | ' resume --namespace' | ' resume --by' | ' resume --reason' | ' cancel --store' | ' cancel --jdbc' | ' cancel --schema' | ' cancel --user' | ' cancel --password' | ' cancel --namespace' | ' cancel --by' | ' cancel --reason' | ' compensate --store' | ' compensate --jdbc' | ' compensate --schema' | ' compensate --user' | ' compensate --password' | ' compensate --namespace' | ' compensate --by' | ' compensate --reason' | ' rerun --store' | ' rerun --jdbc' | ' rerun --schema' | ' rerun --user' | ' rerun --password' | ' rerun --namespace' | ' rerun --by' | ' rerun --reason' | ' rerun --input' | ' move --store' | ' move --jdbc' | ' move --schema' | ' move --user' | ' move --password' | ' move --namespace' | ' move --by' | ' move --reason' | ' move --to' | ' bulk --store' | ' bulk --jdbc' | ' bulk --schema' | ' bulk --user' | ' bulk --password' | ' bulk --namespace' | ' bulk --by' | ' bulk --reason' | ' bulk --workflow' | ' bulk --label' | ' bulk --step' | ' bulk --action' | ' bulk --code' | ' bulk --fingerprint' | ' bulk --payload' | ' bulk --per-second' | ' validate --store' | ' validate --jdbc' | ' validate --schema' | ' validate --user' | ' validate --password' | ' validate --namespace' | ' validate --signal' | ' deploy --store' | ' deploy --jdbc' | ' deploy --schema' | ' deploy --user' | ' deploy --password' | ' deploy --namespace' | ' undeploy --store' | ' undeploy --jdbc' | ' undeploy --schema' | ' undeploy --user' | ' undeploy --password' | ' undeploy --namespace' | ' undeploy --by' | ' undeploy --reason' | ' check --store' | ' check --jdbc' | ' check --schema' | ' check --user' | ' check --password' | ' check --namespace' | ' dev --port' | ' dev --directory' | ' dev --watch' | ' server --config' | ' server --set' | ' config --config' | ' config --set' | ' key create --config' | ' key create --set' | ' key create --role' | ' key create --namespace' | ' key create --expires' | ' key list --config' | ' key list --set' | ' key remove --config' | ' key remove --set' | ' service list --store' | ' service list --jdbc' | ' service list --schema' | ' service list --user' | ' service list --password' | ' service list --namespace' | ' service changes --store' | ' service changes --jdbc' | ' service changes --schema' | ' service changes --user' | ' service changes --password' | ' service changes --namespace' | ' service pause --store' | ' service pause --jdbc' | ' service pause --schema' | ' service pause --user' | ' service pause --password' | ' service pause --namespace' | ' service pause --by' | ' service pause --reason' | ' service resume --store' | ' service resume --jdbc' | ' service resume --schema' | ' service resume --user' | ' service resume --password' | ' service resume --namespace' | ' service resume --by' | ' service resume --reason' | ' schedule list --store' | ' schedule list --jdbc' | ' schedule list --schema' | ' schedule list --user' | ' schedule list --password' | ' schedule list --namespace' | ' schedule changes --store' | ' schedule changes --jdbc' | ' schedule changes --schema' | ' schedule changes --user' | ' schedule changes --password' | ' schedule changes --namespace' | ' schedule pause --store' | ' schedule pause --jdbc' | ' schedule pause --schema' | ' schedule pause --user' | ' schedule pause --password' | ' schedule pause --namespace' | ' schedule pause --by' | ' schedule pause --reason' | ' schedule resume --store' | ' schedule resume --jdbc' | ' schedule resume --schema' | ' schedule resume --user' | ' schedule resume --password' | ' schedule resume --namespace' | ' schedule resume --by' | ' schedule resume --reason' | ' schedule delete --store' | ' schedule delete --jdbc' | ' schedule delete --schema' | ' schedule delete --user' | ' schedule delete --password' | ' schedule delete --namespace' | ' schedule delete --by' | ' schedule delete --reason' | ' message list --store' | ' message list --jdbc' | ' message list --schema' | ' message list --user' | ' message list --password' | ' message list --namespace' | ' message list --limit' | ' message redeliver --store' | ' message redeliver --jdbc' | ' message redeliver --schema' | ' message redeliver --user' | ' message redeliver --password' | ' message redeliver --namespace') values='' ;;
    ' list --status' | ' export --status') values='running compensating escalated paused completed compensated cancelled failed' ;;
    ' explain --if' | ' bulk --cause') values='silent lost transient throttled business poison' ;;
    ' graph --format') values='text mermaid dot' ;;
    *)
      case "$command" in
        '') values='list show explain inbox nodes export verify retry resolve skip probe signal pause resume cancel compensate rerun move bulk validate graph deploy undeploy check dev server config key service schedule message completion --help --version' ;;
        ' list') values='--store --jdbc --schema --user --password --namespace --json --workflow --status --label --limit --after --help --version' ;;
        ' show') values='--store --jdbc --schema --user --password --namespace --json --history --help --version' ;;
        ' explain') values='--store --jdbc --schema --user --password --namespace --json --step --if --help --version' ;;
        ' inbox') values='--store --jdbc --schema --user --password --namespace --json --limit --help --version' ;;
        ' nodes') values='--store --jdbc --schema --user --password --namespace --json --help --version' ;;
        ' export') values='--store --jdbc --schema --user --password --namespace --json --workflow --status --label --from --before --out --help --version' ;;
        ' verify') values='--store --jdbc --schema --user --password --namespace --json --after-restore --help --version' ;;
        ' retry') values='--store --jdbc --schema --user --password --namespace --json --by --reason --take-over --input --help --version' ;;
        ' resolve') values='--store --jdbc --schema --user --password --namespace --json --by --reason --take-over --output --help --version' ;;
        ' skip') values='--store --jdbc --schema --user --password --namespace --json --by --reason --take-over --help --version' ;;
        ' probe') values='--store --jdbc --schema --user --password --namespace --json --by --reason --take-over --help --version' ;;
        ' signal') values='--store --jdbc --schema --user --password --namespace --json --by --take-over --data --id --help --version' ;;
        ' pause') values='--store --jdbc --schema --user --password --namespace --json --by --reason --take-over --help --version' ;;
        ' resume') values='--store --jdbc --schema --user --password --namespace --json --by --reason --take-over --help --version' ;;
        ' cancel') values='--store --jdbc --schema --user --password --namespace --json --by --reason --take-over --help --version' ;;
        ' compensate') values='--store --jdbc --schema --user --password --namespace --json --by --reason --take-over --help --version' ;;
        ' rerun') values='--store --jdbc --schema --user --password --namespace --json --by --reason --take-over --input --help --version' ;;
        ' move') values='--store --jdbc --schema --user --password --namespace --json --by --reason --take-over --to --help --version' ;;
        ' bulk') values='retry probe resolve skip cancel compensate pause resume rerun --store --jdbc --schema --user --password --namespace --json --by --reason --take-over --workflow --label --step --action --cause --code --fingerprint --payload --per-second --help --version' ;;
        ' validate') values='--json --store --jdbc --schema --user --password --namespace --strict --signal --help --version' ;;
        ' graph') values='--format --help --version' ;;
        ' deploy') values='--store --jdbc --schema --user --password --namespace --json --take-over --help --version' ;;
        ' undeploy') values='--store --jdbc --schema --user --password --namespace --json --by --reason --take-over --help --version' ;;
        ' check') values='--store --jdbc --schema --user --password --namespace --json --help --version' ;;
        ' dev') values='--json --port --directory --watch --help --version' ;;
        ' server') values='--json --config --set --help --version' ;;
        ' config') values='--json --config --set --help --version' ;;
        ' key') values='create list remove --help --version' ;;
        ' key create') values='--json --config --set --role --namespace --expires --help --version' ;;
        ' key list') values='--json --config --set --help --version' ;;
        ' key remove') values='--json --config --set --help --version' ;;
        ' service') values='list changes pause resume --help --version' ;;
        ' service list') values='--store --jdbc --schema --user --password --namespace --json --help --version' ;;
        ' service changes') values='--store --jdbc --schema --user --password --namespace --json --help --version' ;;
        ' service pause') values='--store --jdbc --schema --user --password --namespace --json --by --reason --help --version' ;;
        ' service resume') values='--store --jdbc --schema --user --password --namespace --json --by --reason --help --version' ;;
        ' schedule') values='list changes pause resume delete --help --version' ;;
        ' schedule list') values='--store --jdbc --schema --user --password --namespace --json --help --version' ;;
        ' schedule changes') values='--store --jdbc --schema --user --password --namespace --json --help --version' ;;
        ' schedule pause') values='--store --jdbc --schema --user --password --namespace --json --by --reason --help --version' ;;
        ' schedule resume') values='--store --jdbc --schema --user --password --namespace --json --by --reason --help --version' ;;
        ' schedule delete') values='--store --jdbc --schema --user --password --namespace --json --by --reason --help --version' ;;
        ' message') values='list redeliver --help --version' ;;
        ' message list') values='--store --jdbc --schema --user --password --namespace --json --limit --help --version' ;;
        ' message redeliver') values='--store --jdbc --schema --user --password --namespace --json --all --help --version' ;;
        ' completion') values='bash zsh --help --version' ;;
      esac
      ;;
  esac
  # shellcheck disable=SC2207 # no word has a space
  COMPREPLY=($(compgen -W "$values" -- "$word"))
}
complete -o default -F _reeve reeve
