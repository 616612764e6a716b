# shellcheck shell=bash
# A client: api METHOD PATH [BODY] prints the answer; what is refused goes to standard error and ends with 1.
# curl repeats by itself what met 429, 503 or no answer, and keeps to Retry-After; the key makes that safe.
api() {
  local method=$1 path=$2 body=${3-} headers=()
  [ "$method" = POST ] && headers+=(-H "Idempotency-Key: $(cat /proc/sys/kernel/random/uuid)")
  [ -n "$body" ] && headers+=(-H 'Content-Type: application/json' --data "$body")
  local answer status
  answer=$(curl --silent --show-error --retry 4 --retry-connrefused --write-out '\n%{http_code}' --request "$method" \
    -H "Authorization: Bearer $COLONNADE_CLIENT_SECRET" -H "X-Client-ID: $COLONNADE_CLIENT_ID" \
    "${headers[@]}" "$COLONNADE_BASE_URL$path") || return
  status=${answer##*$'\n'} answer=${answer%$'\n'*}
  if [ "$status" -ge 400 ]; then
    printf '%s\n' "$answer" >&2
    return 1
  fi
  printf '%s\n' "$answer"
}
